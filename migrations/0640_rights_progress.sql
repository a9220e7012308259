-- The progress of delivery is counted when something changed, not whenever it is read: 100,000 people on 1,000 devices are
-- 100,000,000 rights.

-- Raised by every change of what a device has, or should have: each of them wakes, claims or settles the device.
alter table sync.device add column rev bigint not null default 0;
create function sync.raise_rev() returns trigger language plpgsql as $$
begin
  new.rev := old.rev + 1;
  return new;
end $$;
create trigger raise_rev before update on sync.device for each row execute function sync.raise_rev();

create schema rights;
grant usage on schema rights to rt_app, rt_source, rt_scope, rt_platform, rt_engine;
-- One row for each group of a device, and one with group 0 for the device, where a right in several groups counts once.
create table rights.progress (
  device_id bigint not null references devices.device on delete cascade,
  group_id bigint not null,
  app_id bigint,
  source_id bigint not null,
  -- sync.device.rev as it was counted.
  rev bigint,
  -- When time alone changes the numbers: a right expires soon, ends, or is due.
  next_at timestamptz,
  counted_at timestamptz not null default now(),
  missing int not null,
  in_flight int not null,
  failed int not null,
  pending int not null,
  delivered int not null,
  expiring int not null,
  primary key (device_id, group_id)
);
create index progress_app on rights.progress (app_id);
create index progress_group on rights.progress (group_id);
create index progress_source on rights.progress (source_id);
select base.protect('rights.progress');
-- Only the worker writes.
revoke insert, update, delete on rights.progress from rt_app, rt_source, rt_platform;
