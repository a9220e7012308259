-- Devices store more than people: what is stored has a kind and an id, in the form (item) of one of the device's sets.

alter table sync.member rename column person_id to subject_id;
alter table sync.member add column subject_kind text not null default 'person';
alter table sync.member alter column subject_kind drop default;
alter table sync.member drop constraint member_pkey;
alter table sync.member add primary key (group_id, subject_kind, subject_id);
drop index sync.member_person;
create index member_subject on sync.member (subject_kind, subject_id);

-- Each set of a device follows a group with cursors of its own. Devices that store nothing follow nothing.
alter table sync.follow add column item text;
update sync.follow f set item = case d.device_class when 'accessControlDevice' then 'card' else 'person' end
  from devices.device d where d.id = f.device_id and d.device_class in ('faceEqui', 'accessControlDevice');
delete from sync.follow where item is null;
alter table sync.follow alter column item set not null;
alter table sync.follow drop constraint follow_pkey;
alter table sync.follow add primary key (device_id, item, group_id);

do $$
declare name text;
begin
  foreach name in array array['flight', 'exception', 'due'] loop
    execute format('alter table sync.%I rename column person_id to subject_id', name);
    execute format('alter table sync.%I add column item text, add column subject_kind text not null default ''person''', name);
    execute format('alter table sync.%I alter column subject_kind drop default', name);
    execute format('update sync.%I e set item = case d.device_class when ''accessControlDevice'' then ''card'' else ''person'' end
      from devices.device d where d.id = e.device_id', name);
    execute format('delete from sync.%I where item is null', name);
    execute format('alter table sync.%I alter column item set not null', name);
    execute format('alter table sync.%I drop constraint %I', name, name || '_pkey');
    execute format('alter table sync.%I add primary key (device_id, item, subject_kind, subject_id)', name);
  end loop;
end $$;
drop index sync.exception_person;
create index exception_subject on sync.exception (subject_kind, subject_id);

-- One row for each device and document: the version that is wanted, the one that was sent, and the one that the device confirmed.
create table sync.document (
  device_id bigint not null references devices.device,
  document text not null,
  source_id bigint not null,
  app_id bigint,
  name text not null,
  wanted text not null,
  sent text,
  confirmed text,
  confirmed_at timestamptz,
  -- In flight.
  command_id bigint,
  -- The last attempt, as in sync.exception.
  kind text,
  code int,
  message text,
  tries int not null default 0,
  changed_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  -- When it is sent (again); null when there is nothing to send.
  next_at timestamptz default now(),
  primary key (device_id, document)
);
create index document_due on sync.document (device_id, next_at) where next_at is not null;
create index document_command on sync.document (command_id) where command_id is not null;
create index document_app on sync.document (app_id);
select base.protect('sync.document');
select base.staff_writes('sync.document');

-- Marks members as changed. Called last in the writing transaction.
drop function sync.touch(bigint, bigint[], boolean);
create function sync.touch(p_group bigint, p_kind text, p_subjects bigint[], p_gone boolean) returns void language plpgsql as $$
declare next_seq bigint;
begin
  if cardinality(p_subjects) = 0 then return; end if;
  update sync.group_head set seq = seq + 1 where group_id = p_group returning seq into next_seq;
  if next_seq is null then return; end if;
  insert into sync.member as m (group_id, subject_kind, subject_id, app_id, source_id, seq, gone)
    select p_group, p_kind, s, h.app_id, h.source_id, next_seq, p_gone
    from unnest(p_subjects) s, sync.group_head h where h.group_id = p_group
    on conflict (group_id, subject_kind, subject_id)
    do update set seq = excluded.seq, gone = excluded.gone, changed_at = now();
end $$;

-- sync.device belongs to the engine; callers may wake devices, and nothing else. Of a device that was never woken the row is made.
create or replace function sync.wake_devices(p_devices bigint[]) returns void language sql security definer
set search_path = pg_catalog as $$
  insert into sync.device (device_id) select d from unnest(p_devices) d order by d
  on conflict (device_id) do update set wake_at = now()
$$;
