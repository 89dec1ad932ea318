create table node_day (
  day_millis bigint not null,
  node varchar(100) not null,
  content bytea not null,
  primary key (day_millis, node)
);
