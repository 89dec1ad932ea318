create table vault (
  id varchar(400) not null,
  part integer not null,
  content bytea not null,
  primary key (id, part)
);
