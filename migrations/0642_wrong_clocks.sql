-- A fact is never lost, whatever the clock of its device says: a time at which nobody had the device is impossible, so the fact is
-- counted when it came, for whoever has the device now. Ahead of it, and before 2020, the gateway judges the same
-- (devices/facts/translate.rules.ts). `at` stays what the device stated: by it a fact is recognised when it comes again.
-- A state that an earlier session stated for a time that has not come yet was of a wrong clock, and holds up no later one.
create or replace function ingest.store(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
returns table (fact_id bigint, owner_app bigint, owner_source bigint)
language sql security definer set search_path = pg_catalog as $$
  with given as (
    select f.*, to_timestamp(at_ms / 1000) as at, to_timestamp(received_ms / 1000) as received_at,
      to_timestamp((case when clock_off then received_ms else at_ms end) / 1000) as counted_at
    from jsonb_to_recordset(p_facts) as f(
      id bigint, device_id bigint, component text, identifier text, name text, level smallint, family smallint, params jsonb, key text,
      at_ms float8, received_ms float8, clock_off boolean, raw jsonb, asked boolean, bytes int,
      short_no bigint, person_id bigint, card_no text, method smallint, direction smallint, result smallint, reason text, score real, photo_file text, offline boolean, decision jsonb, notify boolean, late boolean)
  ), owned as (
    select g.*, d.device_class, d.name as device_name, d.source_id as now_source, d.app_id as now_app, coalesce(b.source_id, d.source_id) as source_id,
      coalesce(b.app_id, d.app_id) as app_id, case when b.app_id is null then d.site_id else b.site_id end as site_id,
      case when b.app_id is null and d.app_id is not null then g.received_at else g.counted_at end as "time",
      coalesce(g.clock_off, false) or (b.app_id is null and d.app_id is not null and g.at < g.received_at) as off
    from given g join devices.device d on d.id = g.device_id
    left join lateral (select source_id, app_id, site_id from devices.binding where device_id = g.device_id and from_at <= g.counted_at and (to_at is null or to_at > g.counted_at) order by from_at desc limit 1) b on true
  ), events as (
    insert into devices.event (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, family, params, at, key, "time", clock_off, received_at, raw, late)
    select id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level, family, params, at, decode(key, 'hex'), "time", off, received_at, raw, late
    from owned where family <> 1
    on conflict do nothing
    returning id
  ), passages as (
    insert into devices.passage (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, person_id, person_name, person_type,
      method, direction, result, reason, score, card_no, photo_file, offline, params, decision, at, key, "time", clock_off, received_at, late)
    select o.id, o.source_id, o.app_id, o.site_id, o.device_id, o.device_class, o.device_name, o.component, o.identifier, p.id, p.name, p.person_type,
      o.method, o.direction, o.result, o.reason, o.score, o.card_no, o.photo_file, coalesce(o.offline, false), o.params, o.decision, o.at, decode(o.key, 'hex'), o."time", o.off, o.received_at, o.late
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
    where ((excluded.stated_at, excluded.epoch, excluded.n) > (s.stated_at, s.epoch, s.n) or (s.stated_at > now() and excluded.epoch > s.epoch))
      and s.vals is distinct from s.vals || excluded.vals
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

-- An open alarm is of the device and its owner: one of a former owner must not swallow what happens at the present one.
drop index devices.alarm_open;
create unique index alarm_open on devices.alarm (device_id, app_id, component, kind) where state < 3;

-- Opens, repeats and clears alarms of new events; the events of one statement about one alarm count as one change. `p_ids` are
-- unused ids, one for each fact: the event that an alarm was opened may not have the id of the event that the fact was stored.
create or replace function ingest.raise_alarms(p_facts bigint[], p_ids bigint[]) returns void
language sql security definer set search_path = pg_catalog as $$
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
$$;

-- As `ingest.store`, for a batch with events of the family alarm. An event of more than a day ago is history, and opens none, where
-- its form says that it is of the past: where only the clock says so, the clock may be wrong, and something may burn.
create or replace function ingest.store_alarms(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
returns text language plpgsql security definer set search_path = pg_catalog as $$
declare fresh bigint[];
begin
  select array_agg(fact_id) into fresh from ingest.store(p_lane, p_facts, p_states, p_frames);
  perform ingest.raise_alarms(array_agg(e.id), array_agg((f ->> 'alarm_id')::bigint))
    from jsonb_array_elements(p_facts) f join devices.event e on e.id = (f ->> 'id')::bigint
    where (f ->> 'family')::int = 3 and e.id = any(fresh)
      and (f -> 'past' is null or e."time" > e.received_at - interval '24 hours')
    having count(*) > 0;
  return array_to_string(fresh, ',');
end $$;

-- Facts go by whole months of the stated time. One that is counted later, because that time was impossible, stays.
create or replace function facts.drop_before(cut timestamptz) returns table (parent text, part text, approx bigint)
language plpgsql security definer set search_path = pg_catalog as $$
declare
  found record;
  ended timestamptz;
  removed bigint;
begin
  if cut > now() - interval '180 days' then raise exception 'facts are kept for 180 days'; end if;
  for found in
    select i.inhparent::regclass::text as parent, c.relname, c.reltuples, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('devices.event'::regclass, 'devices.frame'::regclass, 'devices.passage'::regclass) and c.relkind = 'r'
  loop
    parent := found.parent;
    part := found.relname;
    if found.bound = 'DEFAULT' then
      if found.parent = 'devices.frame' then
        execute format('delete from facts.%I where at < %L', found.relname, cut);
      else
        execute format('delete from facts.%I where time < %L and received_at < %L', found.relname, cut, cut);
      end if;
      get diagnostics removed = row_count;
      approx := removed;
      if removed > 0 then return next; end if;
      continue;
    end if;
    ended := substring(found.bound from 'TO \(''([^'']+)''\)')::timestamptz;
    if ended > cut then continue; end if;
    approx := greatest(found.reltuples, 0)::bigint;
    if found.parent <> 'devices.frame' then
      execute format('create temp table kept on commit drop as select * from facts.%I where time >= %L', found.relname, cut);
    end if;
    execute format('drop table facts.%I', found.relname);
    if found.parent <> 'devices.frame' then
      execute format('insert into %s select * from kept', found.parent);
      drop table pg_temp.kept;
    end if;
    return next;
  end loop;
end $$;

-- A month can only be added when nothing of it is in the rest, where a clock that is ahead may have put something.
create or replace function facts.make_partitions(parent text) returns void language plpgsql as $$
declare
  short text := replace(parent, '.', '_');
  month date;
  ends date;
begin
  for month in select generate_series(date_trunc('month', now()) - interval '3 months', date_trunc('month', now()) + interval '2 months', interval '1 month')::date loop
    continue when to_regclass('facts.' || short || to_char(month, '_YYYYMM')) is not null;
    ends := month + interval '1 month';
    execute format('create table if not exists facts.%I partition of %s default', short || '_other', parent);
    execute format('lock table facts.%I in access exclusive mode', short || '_other');
    execute format('create temp table early on commit drop as select * from facts.%I where at >= %L and at < %L', short || '_other', month::timestamptz, ends::timestamptz);
    execute format('delete from facts.%I where at >= %L and at < %L', short || '_other', month::timestamptz, ends::timestamptz);
    execute format('create table facts.%I partition of %s for values from (%L) to (%L)', short || to_char(month, '_YYYYMM'), parent, month::timestamptz, ends::timestamptz);
    execute format('insert into %s select * from early', parent);
    drop table pg_temp.early;
  end loop;
end $$;
