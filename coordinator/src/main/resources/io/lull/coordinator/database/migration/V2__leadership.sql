create table leadership (
  role varchar(32) not null primary key,
  holder varchar(200) not null,
  fence bigint not null,
  expires_millis bigint not null
);

insert into leadership (role, holder, fence, expires_millis) values ('leader', '', 0, 0);
