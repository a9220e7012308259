CREATE OR REPLACE FUNCTION ingest.raise_alarms(p_facts bigint[], p_ids bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  with said as (
    select e.id, g.alarm_id, e.source_id, e.app_id, e.site_id, e.device_id, e.device_class, e.device_name, e.component, e.identifier,
      e.name, e.level, e.params, e."time", e.received_at, coalesce(e.late, false) as late, coalesce(e.params ->> 'on', 'true') <> 'false' as begins
    from unnest(p_facts, p_ids) as g(fact_id, alarm_id) join devices.event e on e.id = g.fact_id
    where e.app_id is not null
  ), reports as (
    select device_id, app_id, component, identifier, count(*) filter (where begins) as n,
      min("time") filter (where begins) as opened_at, max("time") filter (where begins) as last_at,
      max("time") filter (where not begins) as ended_at, max(level) as level,
      bool_and(late) filter (where begins) as late, max(received_at) as received_at,
      (array_agg(begins order by "time" desc, id desc))[1] as active,
      (array_agg(alarm_id order by "time", id) filter (where begins))[1] as first_id,
      (array_agg(id order by "time" desc, id desc) filter (where begins))[1] as last_id,
      coalesce(jsonb_agg(substr(params ->> 'photo', 6) order by "time") filter (where params ->> 'photo' like 'file:%'), '[]')
        as pictures
    from said group by 1, 2, 3, 4
  ), raised as (
    insert into devices.alarm as a (id, source_id, app_id, site_id, device_id, device_class, device_name, component, kind,
      name, level, repeats, opened_at, last_at, cleared_at, fact_id, pictures, escalate_at)
    select t.first_id, s.source_id, s.app_id, s.site_id, s.device_id, s.device_class, s.device_name, s.component,
      s.identifier, s.name, t.level, t.n, t.opened_at, t.last_at, case when t.active then null else t.ended_at end, s.id,
      t.pictures, now()
    from reports t join said s on s.id = t.last_id
    order by s.device_id, s.app_id, s.component, s.identifier
    on conflict (device_id, app_id, component, kind) where state < 3 do update
    set repeats = a.repeats + excluded.repeats, level = greatest(a.level, excluded.level),
      last_at = greatest(a.last_at, excluded.last_at),
      cleared_at = case when excluded.last_at >= coalesce(a.cleared_at, '-infinity') then excluded.cleared_at
        else a.cleared_at end,
      fact_id = excluded.fact_id,
      pictures = case when jsonb_array_length(a.pictures) < 9 then a.pictures || excluded.pictures else a.pictures end,
      announced_at = case when excluded.last_at >= a.cleared_at or excluded.level > a.level then clock_timestamp()
        else a.announced_at end,
      rev = a.rev + 1, updated_at = now()
    returning id, device_id, component, kind, source_id, app_id, device_class, level, xmax = 0 as fresh
  ), linked as (
    insert into devices.alarm_event (fact_id, alarm_id, source_id, app_id)
    select s.id, r.id, s.source_id, s.app_id from said s
    join raised r on r.device_id = s.device_id and r.app_id = s.app_id and r.component = s.component and r.kind = s.identifier
    where s.begins on conflict do nothing
  ), cleared as (
    -- An alarm that people have acknowledged is over with its cause; one that is being worked on, and one that nobody has
    -- seen, stay open.
    update devices.alarm a set cleared_at = t.ended_at, state = case when a.state = 1 then 3 else a.state end,
      closed_at = case when a.state = 1 then t.ended_at end, rev = a.rev + 1, updated_at = now()
    from reports t where t.n = 0 and a.device_id = t.device_id and a.app_id = t.app_id and a.component = t.component and a.kind = t.identifier
      and a.state < 3 and a.last_at <= t.ended_at
  )
  insert into engine.outbox (id, type, key, app_id, payload)
  select r.id, 'alarm.opened', r.device_id::text, r.app_id,
    jsonb_build_object('alarmId', r.id::text, 'deviceId', r.device_id::text, 'deviceClass', r.device_class, 'kind', r.kind,
      'component', r.component, 'level', r.level, 'late', t.late, 'receivedAt', t.received_at)
  from raised r join reports t on t.device_id = r.device_id and t.app_id = r.app_id and t.component = r.component and t.identifier = r.kind
  where r.fresh
$function$
;
