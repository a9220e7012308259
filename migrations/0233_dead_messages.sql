-- Messages that could not be stored are seen: why, what was in them, whether they were stored after all.
alter table devices.dead_message
  -- 0 put aside · 1 stored after all
  add column state smallint not null default 0,
  -- text · range · value · rule · size · other
  add column reason text not null default 'other',
  -- Identifiers of what was in it.
  add column what text,
  add column bytes int,
  add column tries int not null default 0,
  add column tried_at timestamptz,
  add column stored_at timestamptz;
update devices.dead_message set bytes = length(payload #>> '{}');
create index dead_message_device on devices.dead_message (device_id, id desc);
create index dead_message_received on devices.dead_message (received_at desc);

-- The last 1,000 of each device are kept; of the rest it is known how many they were.
create table devices.dead_dropped (
  device_id bigint primary key,
  source_id bigint,
  app_id bigint,
  n bigint not null default 0,
  last_at timestamptz not null default now()
);
select base.protect('devices.dead_dropped');
