-- Devices, who they belonged to when, their parts, sessions, state, commands, linkage, and the facts they state.

create schema devices;
create schema facts;   -- partitions live here; nobody but their parents' owner may name them
create schema ingest;  -- functions through which facts enter
grant usage on schema devices to rt_app, rt_source, rt_platform, rt_engine, rt_ingest;
grant usage on schema facts to rt_engine;
grant usage on schema ingest to rt_ingest, rt_engine;

create table devices.device (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null references identity.organisation,
  app_id bigint references applications.application,
  site_id bigint,
  sn text not null unique,
  name text not null,
  model_id bigint not null references catalog.device_model,
  device_class text not null,
  product_key text not null,
  secret_sealed bytea not null,
  old_secret_sealed bytea,
  old_secret_until timestamptz,
  batch_no text,
  position text,
  direction smallint,
  remark text,
  enabled boolean not null default true,
  state smallint not null default 0,
  activated_at timestamptz,
  bound_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  deleted_at timestamptz,
  foreign key (app_id, site_id) references applications.site (app_id, id)
);
create index device_app on devices.device (app_id, device_class, id desc) where deleted_at is null;
create index device_source on devices.device (source_id, id desc) where deleted_at is null;
create index device_model on devices.device (model_id);
select base.protect('devices.device'), base.staff_writes('devices.device');

-- Whose a device was at a time: late facts go to whoever held it then.
create table devices.binding (
  id bigint primary key,
  device_id bigint not null references devices.device,
  source_id bigint not null,
  app_id bigint not null,
  site_id bigint,
  from_at timestamptz not null,
  to_at timestamptz,
  bound_by bigint,
  unbound_by bigint,
  exclude using gist (int8range(device_id, device_id, '[]') with &&, tstzrange(from_at, to_at) with &&)
);
create index binding_device on devices.binding (device_id, from_at desc);
select base.protect('devices.binding');

create table devices.component (
  id bigint primary key,
  device_id bigint not null references devices.device,
  source_id bigint not null,
  app_id bigint,
  kind text not null,
  no int not null,
  name text,
  unique (device_id, kind, no)
);
create index component_app on devices.component (app_id, kind);
select base.protect('devices.component');

-- The present or last connection. Every change carries the epoch: an older session changes nothing.
create table devices.session (
  device_id bigint primary key references devices.device,
  source_id bigint not null,
  app_id bigint,
  epoch bigint not null default 0,
  node text,
  online boolean not null default false,
  protocol text,
  address text,
  client_id text,
  keep_alive_s int,
  opened_at timestamptz,
  closed_at timestamptz,
  reason text,
  last_seen_at timestamptz
) with (fillfactor = 60);
create index session_app on devices.session (app_id) where online;
select base.protect('devices.session');

-- What was online when, for heartbeats and "offline since".
create table devices.session_log (
  id bigint primary key,
  device_id bigint not null,
  source_id bigint not null,
  app_id bigint,
  epoch bigint not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  reason text,
  address text
);
create index session_log_device on devices.session_log (device_id, opened_at desc);
select base.protect('devices.session_log');

-- The last stated values, a row per device and part. No index on what changes, so that updates stay in place.
create table devices.shadow (
  device_id bigint not null,
  component text not null default '',
  source_id bigint not null,
  app_id bigint,
  vals jsonb not null default '{}',
  stated_at timestamptz not null,
  epoch bigint not null default 0,
  n bigint not null default 0,
  changed_at timestamptz not null default now(),
  primary key (device_id, component)
) with (fillfactor = 60);
select base.protect('devices.shadow');

create table devices.command (
  id bigint primary key,
  source_id bigint not null,
  app_id bigint,
  device_id bigint not null references devices.device,
  device_class text not null,
  component text not null default '',
  identifier text not null,
  params jsonb not null default '{}',
  lane smallint not null default 0,
  risk text not null,
  reason text,
  origin text not null,
  origin_id text,
  user_id bigint,
  user_name text,
  state smallint not null default 0,
  node text,
  epoch bigint,
  queued_at timestamptz not null default now(),
  sent_at timestamptz,
  acked_at timestamptz,
  finished_at timestamptz,
  expires_at timestamptz not null,
  code int,
  message text,
  data jsonb,
  proof jsonb
);
create index command_queue on devices.command (device_id, lane, id) where state = 0;
create index command_open on devices.command (expires_at) where state in (0, 1, 2);
create index command_app on devices.command (app_id, device_class, id desc);
create index command_device on devices.command (device_id, id desc);
create index command_origin on devices.command (origin, origin_id);
select base.protect('devices.command');

create table devices.linkage (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null,
  app_id bigint not null references applications.application,
  device_class text not null,
  name text not null,
  trigger_device_ids jsonb not null default '[]',
  trigger_event text not null,
  conditions jsonb not null default '{}',
  actions jsonb not null default '[]',
  mode smallint not null default 0,
  silent_s int not null default 0,
  state smallint not null default 1,
  last_run_at timestamptz,
  ok_count int not null default 0,
  failed_count int not null default 0,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  unique (app_id, id), unique (app_id, name)
);
create index linkage_class on devices.linkage (app_id, device_class);
select base.protect('devices.linkage');

create table devices.linkage_run (
  id bigint primary key,
  source_id bigint not null,
  app_id bigint not null,
  device_class text not null,
  linkage_id bigint not null,
  linkage_name text not null,
  fact_id bigint,
  device_id bigint,
  device_name text,
  event text not null,
  at timestamptz not null,
  test boolean not null default false,
  actions jsonb not null default '[]',
  state smallint not null default 0,
  reason text,
  finished_at timestamptz
);
create index linkage_run_app on devices.linkage_run (app_id, device_class, id desc);
create index linkage_run_fact on devices.linkage_run (fact_id);
create index linkage_run_open on devices.linkage_run (id) where state = 0;
select base.protect('devices.linkage_run');

-- Callers nobody knows, and known ones that were refused: counted per identity and address, never a row per try.
create table devices.refusal (
  identity text not null,
  address text not null,
  protocol text not null,
  reason text not null,
  tries bigint not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  id bigint not null unique,
  primary key (identity, address, reason)
);
select base.protect('devices.refusal');

-- What could not be stored with its batch, kept whole.
create table devices.dead_message (
  id bigint primary key,
  device_id bigint,
  source_id bigint,
  app_id bigint,
  received_at timestamptz not null default now(),
  payload jsonb not null,
  error text not null
);
select base.protect('devices.dead_message');

-- Facts. (time as stated, device, key) is what makes two the same.
create table devices.event (
  id bigint not null,
  source_id bigint not null,
  app_id bigint,
  site_id bigint,
  device_id bigint not null,
  device_class text not null,
  device_name text not null,
  component text not null default '',
  identifier text not null,
  name text not null,
  level smallint not null,
  params jsonb not null default '{}',
  at timestamptz not null,
  key bytea not null,
  time timestamptz not null,
  clock_off boolean not null default false,
  received_at timestamptz not null,
  raw jsonb,
  primary key (at, device_id, key)
) partition by range (at);
create index event_app on devices.event (app_id, time desc);
create index event_source on devices.event (source_id, time desc);
create index event_device on devices.event (device_id, time desc);
create index event_id on devices.event (id);
select base.protect('devices.event');

-- Every message of a device, for its log. The line of a fact carries the fact's id and no content of its own.
create table devices.frame (
  id bigint not null,
  source_id bigint not null,
  app_id bigint,
  device_id bigint not null,
  device_class text not null,
  kind smallint not null,
  identifier text,
  upstream boolean not null,
  content jsonb,
  code int,
  request_id text,
  bytes int,
  at timestamptz not null,
  primary key (at, id)
) partition by range (at);
create index frame_device on devices.frame (device_id, at desc);
create index frame_source on devices.frame (source_id, at desc);
select base.protect('devices.frame');

-- Exact counts per hour, kept by the statement that stores the facts: the total of every list and tile.
create table devices.tally (
  app_id bigint not null default 0,
  source_id bigint not null,
  family smallint not null,
  device_class text not null,
  result smallint not null,
  hour timestamptz not null,
  lane smallint not null,
  n bigint not null,
  primary key (app_id, hour, family, device_class, result, lane, source_id)
) with (fillfactor = 60);
create index tally_source on devices.tally (source_id, hour, family);
select base.protect('devices.tally');

-- What people do about a fact stands beside it; the fact is never edited.
create table devices.work_item (
  fact_id bigint primary key,
  source_id bigint not null,
  app_id bigint not null,
  state smallint not null,
  handler_id bigint,
  handler_name text,
  remark text,
  updated_at timestamptz not null default now()
);
select base.protect('devices.work_item');

-- Monthly partitions from three months back to two ahead; odd times fall into the default one under the same key.
create function facts.make_partitions(parent text) returns void language plpgsql as $$
declare
  short text := replace(parent, '.', '_');
  month date;
begin
  for month in select generate_series(date_trunc('month', now()) - interval '3 months', date_trunc('month', now()) + interval '2 months', interval '1 month')::date loop
    execute format('create table if not exists facts.%I partition of %s for values from (%L) to (%L)', short || to_char(month, '_YYYYMM'), parent, month::timestamptz, (month + interval '1 month')::timestamptz);
  end loop;
  execute format('create table if not exists facts.%I partition of %s default', short || '_other', parent);
end $$;
select facts.make_partitions('devices.event'), facts.make_partitions('devices.frame');
