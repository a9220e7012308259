-- Alarms are objects with a life of their own: opened by an event, a rule or a person, cleared by the device, acknowledged and
-- closed by people. One open alarm for each device, part and kind counts what repeats.

create table devices.alarm (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null,
  app_id bigint not null,
  site_id bigint,
  device_id bigint not null,
  device_class text not null,
  device_name text not null,
  component text not null default '',
  -- The identifier of the event; of a rule or a person, what they called it.
  kind text not null,
  name text not null,
  level smallint not null,
  -- 0 active, 1 acknowledged, 2 in work, 3 closed, 4 false alarm
  state smallint not null default 0,
  repeats int not null default 1,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  -- The device reported the end.
  cleared_at timestamptz,
  -- 1 device, 2 rule, 3 person
  origin smallint not null default 1,
  origin_name text,
  -- The last event of it.
  fact_id bigint,
  pictures jsonb not null default '[]',
  acknowledged_at timestamptz,
  acknowledged_name text,
  assignee_id bigint references identity.account,
  closed_at timestamptz,
  closed_name text,
  measures text,
  -- How many steps of escalation were taken, and when the next is due.
  escalated int not null default 0,
  escalate_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index alarm_open on devices.alarm (device_id, component, kind) where state < 3;
create index alarm_app on devices.alarm (app_id, last_at desc);
create index alarm_source on devices.alarm (source_id, last_at desc);
create index alarm_open_app on devices.alarm (app_id, device_class) where state < 3;
create index alarm_device on devices.alarm (device_id, last_at desc);
create index alarm_pictures on devices.alarm using gin (pictures);
create index alarm_escalate on devices.alarm (escalate_at) where escalate_at is not null;
select base.protect('devices.alarm');
select base.staff_writes('devices.alarm');

-- Which alarm an event belongs to.
create table devices.alarm_event (
  fact_id bigint primary key,
  alarm_id bigint not null,
  source_id bigint not null,
  app_id bigint not null
);
create index alarm_event_alarm on devices.alarm_event (alarm_id);
create index alarm_event_app on devices.alarm_event (app_id);
select base.protect('devices.alarm_event');

-- What was done about an alarm, by whom: never changed.
create table devices.alarm_step (
  id bigint primary key,
  alarm_id bigint not null,
  source_id bigint not null,
  app_id bigint not null,
  at timestamptz not null,
  actor_id bigint,
  actor_name text,
  act text not null,
  remark text
);
create index alarm_step_alarm on devices.alarm_step (alarm_id, id);
create index alarm_step_app on devices.alarm_step (app_id);
select base.protect('devices.alarm_step');
select base.staff_writes('devices.alarm_step');

-- Who is called about an alarm that nobody acknowledges.
create table devices.escalation (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null,
  app_id bigint not null,
  name text not null,
  level smallint not null,
  device_classes jsonb,
  steps jsonb not null default '[]',
  repeat_s int,
  state smallint not null default 1,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index escalation_name on devices.escalation (app_id, name);
select base.protect('devices.escalation');

-- Nobody can delete one: not even with the rights of a row's owner.
revoke delete on devices.alarm, devices.alarm_step from rt_app, rt_source, rt_scope, rt_platform;

-- Opens, repeats and clears alarms of new events; the events of one statement about one alarm count as one change. Events of
-- more than a day ago are history, and open none. `p_ids` are unused ids, one for each fact: the event that an alarm was opened
-- may not have the id of the event that the fact was stored.
create function ingest.raise_alarms(p_facts bigint[], p_ids bigint[]) returns void
language sql security definer set search_path = pg_catalog as $$
  with said as (
    select e.id, g.alarm_id, e.source_id, e.app_id, e.site_id, e.device_id, e.device_class, e.device_name, e.component, e.identifier,
      e.name, e.level, e.params, e."time", coalesce(e.params ->> 'on', 'true') <> 'false' as begins
    from unnest(p_facts, p_ids) as g(fact_id, alarm_id) join devices.event e on e.id = g.fact_id
    where e.app_id is not null and e."time" > now() - interval '24 hours'
  ), reports as (
    select device_id, component, identifier, count(*) filter (where begins) as n,
      min("time") filter (where begins) as opened_at, max("time") filter (where begins) as last_at,
      max("time") filter (where not begins) as ended_at, max(level) as level,
      (array_agg(begins order by "time" desc, id desc))[1] as active,
      (array_agg(alarm_id order by "time", id) filter (where begins))[1] as first_id,
      (array_agg(id order by "time" desc, id desc) filter (where begins))[1] as last_id,
      coalesce(jsonb_agg(substr(params ->> 'photo', 6) order by "time") filter (where params ->> 'photo' like 'file:%'), '[]')
        as pictures
    from said group by 1, 2, 3
  ), raised as (
    insert into devices.alarm as a (id, source_id, app_id, site_id, device_id, device_class, device_name, component, kind,
      name, level, repeats, opened_at, last_at, cleared_at, fact_id, pictures, escalate_at)
    select t.first_id, s.source_id, s.app_id, s.site_id, s.device_id, s.device_class, s.device_name, s.component,
      s.identifier, s.name, t.level, t.n, t.opened_at, t.last_at, case when t.active then null else t.ended_at end, s.id,
      t.pictures, now()
    from reports t join said s on s.id = t.last_id
    order by s.device_id, s.component, s.identifier
    on conflict (device_id, component, kind) where state < 3 do update
    set repeats = a.repeats + excluded.repeats, level = greatest(a.level, excluded.level),
      last_at = greatest(a.last_at, excluded.last_at),
      cleared_at = case when excluded.last_at >= coalesce(a.cleared_at, '-infinity') then excluded.cleared_at
        else a.cleared_at end,
      fact_id = excluded.fact_id,
      pictures = case when jsonb_array_length(a.pictures) < 9 then a.pictures || excluded.pictures else a.pictures end,
      rev = a.rev + 1, updated_at = now()
    returning id, device_id, component, kind, source_id, app_id, device_class, level, xmax = 0 as fresh
  ), linked as (
    insert into devices.alarm_event (fact_id, alarm_id, source_id, app_id)
    select s.id, r.id, s.source_id, s.app_id from said s
    join raised r on r.device_id = s.device_id and r.component = s.component and r.kind = s.identifier
    where s.begins on conflict do nothing
  ), cleared as (
    -- An alarm that people have acknowledged is over with its cause; one that is being worked on, and one that nobody has
    -- seen, stay open.
    update devices.alarm a set cleared_at = t.ended_at, state = case when a.state = 1 then 3 else a.state end,
      closed_at = case when a.state = 1 then t.ended_at end, rev = a.rev + 1, updated_at = now()
    from reports t where t.n = 0 and a.device_id = t.device_id and a.component = t.component and a.kind = t.identifier
      and a.state < 3 and a.last_at <= t.ended_at
  )
  insert into engine.outbox (id, type, key, app_id, payload)
  select id, 'alarm.opened', device_id::text, app_id,
    jsonb_build_object('alarmId', id::text, 'deviceId', device_id::text, 'deviceClass', device_class, 'kind', kind,
      'component', component, 'level', level)
  from raised where fresh
$$;
grant create on schema ingest to rt_engine;
alter function ingest.raise_alarms owner to rt_engine;
revoke create on schema ingest from rt_engine;

-- As `ingest.store`, for a batch with events of the family alarm.
create function ingest.store_alarms(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
returns text language plpgsql security definer set search_path = pg_catalog as $$
declare fresh bigint[];
begin
  select array_agg(fact_id) into fresh from ingest.store(p_lane, p_facts, p_states, p_frames);
  perform ingest.raise_alarms(array_agg((f ->> 'id')::bigint), array_agg((f ->> 'alarm_id')::bigint))
    from jsonb_array_elements(p_facts) f
    where (f ->> 'family')::int = 3 and (f ->> 'id')::bigint = any(fresh)
    having count(*) > 0;
  return array_to_string(fresh, ',');
end $$;
grant create on schema ingest to rt_engine;
alter function ingest.store_alarms owner to rt_engine;
revoke create on schema ingest from rt_engine;
grant execute on function ingest.store_alarms to rt_ingest, rt_engine;
grant execute on function ingest.raise_alarms to rt_engine;

-- Alarms of before: those that were handled, and the newest of each that were open by the rule of 24 hours. What people did about
-- them is now a part of them.
create function pg_temp.is_alarm(identifier text) returns boolean language sql as $$
  select identifier in ('tamper', 'fault', 'powerLoss', 'forcedOpen', 'openTimeout', 'fire', 'crash', 'blocked', 'powerFall')
$$;
insert into devices.alarm (id, source_id, app_id, site_id, device_id, device_class, device_name, component, kind, name,
  level, state, opened_at, last_at, fact_id, closed_at, closed_name, measures)
select e.id, e.source_id, e.app_id, e.site_id, e.device_id, e.device_class, e.device_name, e.component, e.identifier, e.name,
  e.level, case w.state when 3 then 4 else 3 end, e."time", e."time", e.id, w.updated_at, w.handler_name, w.remark
from devices.work_item w join devices.event e on e.id = w.fact_id
where w.state in (2, 3) and pg_temp.is_alarm(e.identifier) and e.app_id is not null;
insert into devices.alarm (id, source_id, app_id, site_id, device_id, device_class, device_name, component, kind, name,
  level, repeats, opened_at, last_at, fact_id)
select distinct on (e.device_id, e.component, e.identifier) e.id, e.source_id, e.app_id, e.site_id, e.device_id,
  e.device_class, e.device_name, e.component, e.identifier, e.name, e.level,
  count(*) over (partition by e.device_id, e.component, e.identifier),
  min(e."time") over (partition by e.device_id, e.component, e.identifier), e."time", e.id
from devices.event e
where e."time" > now() - interval '24 hours' and pg_temp.is_alarm(e.identifier) and e.app_id is not null
  and coalesce(e.params ->> 'on', 'true') <> 'false'
  and not exists (select from devices.work_item w where w.fact_id = e.id and w.state > 1)
  and not exists (select from devices.event o
    where o.device_id = e.device_id and o.identifier = e.identifier and o.component = e.component
    and o."time" >= e."time" and o.params ->> 'on' = 'false')
order by e.device_id, e.component, e.identifier, e."time" desc;
insert into devices.alarm_event (fact_id, alarm_id, source_id, app_id)
select fact_id, id, source_id, app_id from devices.alarm;
delete from devices.work_item w using devices.alarm_event l where l.fact_id = w.fact_id;
drop function pg_temp.is_alarm;
