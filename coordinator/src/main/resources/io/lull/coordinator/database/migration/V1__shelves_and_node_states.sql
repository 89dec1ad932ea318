create table entry (
  shelf varchar(32) not null,
  id varchar(200) not null,
  content bytea not null,
  primary key (shelf, id)
);

create table node_state (
  node varchar(100) not null,
  at_millis bigint not null,
  state varchar(20) not null,
  primary key (node, at_millis)
);

create index node_state_at on node_state (at_millis);
