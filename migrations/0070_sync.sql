-- What must be on devices. Only the difference is stored: what is on the wire and what failed; no row means "as desired".

create schema sync;
grant usage on schema sync to rt_app, rt_source, rt_platform, rt_engine;

-- One number per group, bumped last in the writing transaction, so that a cursor never runs past a change that commits later.
create table sync.group_head (
  group_id bigint primary key,
  app_id bigint not null,
  source_id bigint not null,
  seq bigint not null default 0
);
select base.protect('sync.group_head');

-- The member log, compacted to each member's latest change. A hint: "look at this person".
create table sync.member (
  group_id bigint not null,
  person_id bigint not null,
  app_id bigint not null,
  source_id bigint not null,
  seq bigint not null,
  gone boolean not null default false,
  changed_at timestamptz not null default now(),
  primary key (group_id, person_id)
);
create index member_seq on sync.member (group_id, gone, seq);
create index member_person on sync.member (person_id);
select base.protect('sync.member');

-- A device follows the groups that contain one of its doors, with two cursors: revocations go first.
create table sync.follow (
  device_id bigint not null references devices.device,
  group_id bigint not null,
  app_id bigint not null,
  source_id bigint not null,
  put_seq bigint not null default 0,
  gone_seq bigint not null default 0,
  -- The device is leaving the group: every member is looked at once more, then the row goes.
  leaving boolean not null default false,
  primary key (device_id, group_id)
);
create index follow_group on sync.follow (group_id);
create index follow_app on sync.follow (app_id);
select base.protect('sync.follow');

create table sync.device (
  device_id bigint primary key references devices.device,
  wake_at timestamptz not null default now(),
  claimed_until timestamptz,
  read_back_at timestamptz,
  read_back jsonb
);
create index device_wake on sync.device (wake_at);
select base.protect('sync.device', true);

create table sync.flight (
  device_id bigint not null,
  person_id bigint not null,
  source_id bigint not null,
  app_id bigint,
  put boolean not null,
  version text,
  command_id bigint not null,
  again boolean not null default false,
  sent_at timestamptz not null default now(),
  primary key (device_id, person_id)
);
create index flight_command on sync.flight (command_id);
create index flight_app on sync.flight (app_id);
select base.protect('sync.flight');

create table sync.exception (
  device_id bigint not null,
  person_id bigint not null,
  source_id bigint not null,
  app_id bigint,
  put boolean not null,
  version text,
  kind text not null,           -- refused · busy · full · lost · drift
  code int,
  message text,
  tries int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  next_at timestamptz,
  primary key (device_id, person_id)
);
create index exception_due on sync.exception (next_at) where next_at is not null;
create index exception_app on sync.exception (app_id, last_at desc);
create index exception_person on sync.exception (person_id);
select base.protect('sync.exception');

-- Marks members as changed and wakes the devices that follow. Called last in the writing transaction.
create function sync.touch(p_group bigint, p_people bigint[], p_gone boolean) returns void language plpgsql as $$
declare next_seq bigint;
begin
  update sync.group_head set seq = seq + 1 where group_id = p_group returning seq into next_seq;
  if next_seq is null then return; end if;
  insert into sync.member as m (group_id, person_id, app_id, source_id, seq, gone)
    select p_group, p, h.app_id, h.source_id, next_seq, p_gone from unnest(p_people) p, sync.group_head h where h.group_id = p_group
    on conflict (group_id, person_id) do update set seq = excluded.seq, gone = excluded.gone, changed_at = now();
end $$;

-- sync.device belongs to the engine; whoever may touch a group may wake its followers, and nothing else.
create function sync.wake(p_groups bigint[]) returns void language sql security definer set search_path = pg_catalog as $$
  insert into sync.device (device_id) select distinct device_id from sync.follow where group_id = any(p_groups)
  on conflict (device_id) do update set wake_at = now()
$$;
grant create on schema sync to rt_engine;
alter function sync.wake owner to rt_engine;
revoke create on schema sync from rt_engine;
