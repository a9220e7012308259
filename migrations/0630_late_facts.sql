-- Whether a fact waited before it arrived, as the gateway judged it by the connection: null where it did not. Times of devices
-- do not show this, because clocks are wrong.
alter table devices.event add column late boolean;
alter table devices.passage add column late boolean;

create or replace function ingest.store(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
returns table (fact_id bigint, owner_app bigint, owner_source bigint)
language sql security definer set search_path = pg_catalog as $$
  with given as (
    select f.*, to_timestamp(at_ms / 1000) as at, to_timestamp(received_ms / 1000) as received_at,
      to_timestamp((case when clock_off then received_ms else at_ms end) / 1000) as "time"
    from jsonb_to_recordset(p_facts) as f(
      id bigint, device_id bigint, component text, identifier text, name text, level smallint, family smallint, params jsonb, key text,
      at_ms float8, received_ms float8, clock_off boolean, raw jsonb, asked boolean, bytes int,
      short_no bigint, person_id bigint, card_no text, method smallint, direction smallint, result smallint, reason text, score real, photo_file text, offline boolean, decision jsonb, notify boolean, late boolean)
  ), owned as (
    select g.*, d.device_class, d.name as device_name, d.source_id as now_source, d.app_id as now_app, coalesce(b.source_id, d.source_id) as source_id, b.app_id, b.site_id
    from given g join devices.device d on d.id = g.device_id
    left join lateral (select source_id, app_id, site_id from devices.binding where device_id = g.device_id and from_at <= g."time" and (to_at is null or to_at > g."time") order by from_at desc limit 1) b on true
  ), events as (
    insert into devices.event (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, family, params, at, key, "time", clock_off, received_at, raw, late)
    select id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, family, params, at, decode(key, 'hex'), "time", coalesce(clock_off, false), received_at, raw, late
    from owned where family <> 1
    on conflict do nothing
    returning id
  ), passages as (
    insert into devices.passage (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, person_id, person_name, person_type,
      method, direction, result, reason, score, card_no, photo_file, offline, params, decision, at, key, "time", clock_off, received_at, late)
    select o.id, o.source_id, o.app_id, o.site_id, o.device_id, o.device_class, o.device_name, o.component, o.identifier, p.id, p.name, p.person_type,
      o.method, o.direction, o.result, o.reason, o.score, o.card_no, o.photo_file, coalesce(o.offline, false), o.params, o.decision, o.at, decode(o.key, 'hex'), o."time", coalesce(o.clock_off, false), o.received_at, o.late
    from owned o
    left join people.card c on c.app_id = o.app_id and c.card_no = o.card_no and o.person_id is null and o.short_no is null
    left join people.person n on n.app_id = o.app_id and n.short_no = o.short_no and o.person_id is null
    left join people.person p on p.app_id = o.app_id and p.id = coalesce(o.person_id, n.id, c.person_id)
    where o.family = 1
    on conflict do nothing
    returning id
  ), fresh as (
    select o.* from owned o where o.id in (select id from events union all select id from passages)
  ), tallied as (
    insert into devices.tally as t (app_id, source_id, family, device_class, result, hour, lane, n)
    select coalesce(app_id, 0), source_id, family, device_class, case family when 1 then result else level end, date_trunc('hour', "time", 'UTC'), p_lane, count(*)
    from fresh group by 1, 2, 3, 4, 5, 6
    order by 1, 6, 3, 4, 5
    on conflict (app_id, hour, family, device_class, result, lane, source_id) do update set n = t.n + excluded.n
  ), told as (
    insert into engine.outbox (id, type, key, app_id, payload)
    select id, 'fact.stored', device_id::text, app_id, jsonb_build_object('factId', id::text, 'family', family, 'deviceId', device_id::text, 'deviceClass', device_class, 'identifier', identifier, 'time', "time")
    from fresh where notify and app_id is not null
  ), states as (
    insert into devices.shadow as s (device_id, component, source_id, app_id, vals, stated_at, epoch, n)
    select g.device_id, g.component, d.source_id, d.app_id, g.vals, g.stated_at, g.epoch, g.n
    from jsonb_to_recordset(p_states) as g(device_id bigint, component text, vals jsonb, stated_at timestamptz, epoch bigint, n bigint)
    join devices.device d on d.id = g.device_id
    order by g.device_id, g.component
    on conflict (device_id, component) do update set
      vals = s.vals || excluded.vals, stated_at = excluded.stated_at, epoch = excluded.epoch, n = excluded.n, changed_at = now()
    where (excluded.stated_at, excluded.epoch, excluded.n) > (s.stated_at, s.epoch, s.n) and s.vals is distinct from s.vals || excluded.vals
  ), logged as (
    insert into devices.frame (id, source_id, app_id, device_id, device_class, kind, identifier, upstream, content, code, request_id, bytes, at)
    select g.id, d.source_id, d.app_id, g.device_id, d.device_class, g.kind, g.identifier, g.upstream, g.content, g.code, g.request_id, g.bytes, to_timestamp(g.at_ms / 1000)
    from jsonb_to_recordset(p_frames) as g(id bigint, device_id bigint, kind smallint, identifier text, upstream boolean, content jsonb, code int, request_id text, bytes int, at_ms float8)
    join devices.device d on d.id = g.device_id
    union all
    select id, now_source, now_app, device_id, device_class, case when asked then 8 else 7 end, identifier, true, null, null, null, bytes, received_at from owned
    on conflict do nothing
  )
  select id, app_id, source_id from fresh
$$;

-- Opens, repeats and clears alarms of new events; the events of one statement about one alarm count as one change. Events of
-- more than a day ago are history, and open none. `p_ids` are unused ids, one for each fact: the event that an alarm was opened
-- may not have the id of the event that the fact was stored.
create or replace function ingest.raise_alarms(p_facts bigint[], p_ids bigint[]) returns void
language sql security definer set search_path = pg_catalog as $$
  with said as (
    select e.id, g.alarm_id, e.source_id, e.app_id, e.site_id, e.device_id, e.device_class, e.device_name, e.component, e.identifier,
      e.name, e.level, e.params, e."time", e.received_at, coalesce(e.late, false) as late, coalesce(e.params ->> 'on', 'true') <> 'false' as begins
    from unnest(p_facts, p_ids) as g(fact_id, alarm_id) join devices.event e on e.id = g.fact_id
    where e.app_id is not null and e."time" > now() - interval '24 hours'
  ), reports as (
    select device_id, component, identifier, count(*) filter (where begins) as n,
      min("time") filter (where begins) as opened_at, max("time") filter (where begins) as last_at,
      max("time") filter (where not begins) as ended_at, max(level) as level,
      bool_and(late) filter (where begins) as late, max(received_at) as received_at,
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
      announced_at = case when excluded.last_at >= a.cleared_at or excluded.level > a.level then clock_timestamp()
        else a.announced_at end,
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
  select r.id, 'alarm.opened', r.device_id::text, r.app_id,
    jsonb_build_object('alarmId', r.id::text, 'deviceId', r.device_id::text, 'deviceClass', r.device_class, 'kind', r.kind,
      'component', r.component, 'level', r.level, 'late', t.late, 'receivedAt', t.received_at)
  from raised r join reports t on t.device_id = r.device_id and t.component = r.component and t.identifier = r.kind
  where r.fresh
$$;
