-- Programmes of displays, and the devices that show them.

create schema displays;
grant usage on schema displays to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

create table displays.programme (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  name text not null,
  lines jsonb not null default '[]',
  voice text,
  priority int not null default 0,
  time_plan_id bigint references access.time_plan,
  state smallint not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  deleted_at timestamptz
);
create unique index programme_name on displays.programme (app_id, name) where deleted_at is null;
create index programme_plan on displays.programme (time_plan_id);
create index programme_source on displays.programme (source_id);
select base.protect('displays.programme');

create table displays.programme_device (
  programme_id bigint not null references displays.programme,
  device_id bigint not null references devices.device,
  app_id bigint not null,
  source_id bigint not null,
  primary key (programme_id, device_id)
);
create index programme_device_device on displays.programme_device (device_id);
create index programme_device_app on displays.programme_device (app_id);
select base.protect('displays.programme_device');
