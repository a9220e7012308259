-- Devices of an application in groups that people make: filtered, chosen and acted on together.
create table devices.device_group (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null references applications.application,
  source_id bigint not null,
  name text not null,
  sort int not null default 0,
  remark text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id)
);
create unique index device_group_name on devices.device_group (app_id, name);
create index device_group_source on devices.device_group (source_id);
select base.protect('devices.device_group');

-- A group is of one application, and so are its devices.
alter table devices.device add column group_id bigint,
  add constraint device_group_of_app foreign key (app_id, group_id) references devices.device_group (app_id, id)
    on delete set null (group_id);
create index device_grouped on devices.device (group_id) where group_id is not null;
