-- What devices are to store of their own settings: parameters, and how each door behaves.

create schema settings;
grant usage on schema settings to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

create table settings.parameter (
  device_id bigint not null references devices.device,
  key text not null,
  app_id bigint not null,
  source_id bigint not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  updated_by bigint,
  primary key (device_id, key)
);
create index parameter_app on settings.parameter (app_id);
create index parameter_source on settings.parameter (source_id);
select base.protect('settings.parameter');

create table settings.door_setting (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  door_id bigint not null references devices.component,
  relay_ms int not null,
  open_timeout_sec int not null,
  open_plan_id bigint references access.time_plan,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index door_setting_door_id on settings.door_setting (app_id, door_id);
create index door_setting_door on settings.door_setting (door_id);
create index door_setting_plan on settings.door_setting (open_plan_id);
create index door_setting_source on settings.door_setting (source_id);
select base.protect('settings.door_setting');
