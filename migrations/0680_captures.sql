-- What cameras see that watch no door: faces, plates and bodies, one for a track. They are many, and each has a picture in its row.
create table devices.capture (
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
  -- 1 a face, 2 a plate, 3 a body.
  kind smallint,
  sex smallint,
  age smallint,
  mask boolean,
  glasses boolean,
  colour smallint,
  plate text,
  quality real,
  -- The number by which the camera follows one face, plate or body: what it sees of it again joins the row.
  track text,
  photo_file text,
  params jsonb not null default '{}',
  at timestamptz not null,
  key bytea not null,
  time timestamptz not null,
  clock_off boolean not null default false,
  received_at timestamptz not null,
  late boolean,
  primary key (at, device_id, key)
) partition by range (at);
create index capture_app on devices.capture (app_id, time desc);
create index capture_source on devices.capture (source_id, time desc);
create index capture_device on devices.capture (device_id, time desc);
create index capture_id on devices.capture (id);
create index capture_track on devices.capture (device_id, track) where track is not null;
create index capture_plate on devices.capture (app_id, plate, time desc) where plate is not null;
create index capture_photo on devices.capture (photo_file) where photo_file is not null;
select base.protect('devices.capture');

CREATE OR REPLACE FUNCTION facts.make_ahead()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select facts.make_partitions('devices.event'), facts.make_partitions('devices.frame'), facts.make_partitions('devices.passage'),
    facts.make_partitions('devices.capture')
$function$;

CREATE OR REPLACE FUNCTION facts.drop_before(cut timestamp with time zone)
 RETURNS TABLE(parent text, part text, approx bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  found record;
  ended timestamptz;
  removed bigint;
begin
  if cut > now() - interval '180 days' then raise exception 'facts are kept for 180 days'; end if;
  for found in
    select i.inhparent::regclass::text as parent, c.relname, c.reltuples, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('devices.event'::regclass, 'devices.frame'::regclass, 'devices.passage'::regclass, 'devices.capture'::regclass) and c.relkind = 'r'
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
end $function$;

CREATE OR REPLACE FUNCTION ingest.store(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
 RETURNS TABLE(fact_id bigint, owner_app bigint, owner_source bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  with given as (
    select f.*, to_timestamp(at_ms / 1000) as at, to_timestamp(received_ms / 1000) as received_at,
      to_timestamp((case when clock_off then received_ms else at_ms end) / 1000) as counted_at
    from jsonb_to_recordset(p_facts) as f(
      id bigint, device_id bigint, component text, identifier text, name text, level smallint, family smallint, params jsonb, key text,
      at_ms float8, received_ms float8, clock_off boolean, raw jsonb, asked boolean, bytes int,
      short_no bigint, person_id bigint, card_no text, method smallint, direction smallint, result smallint, reason text, score real, photo_file text, offline boolean, decision jsonb, notify boolean, late boolean, track text, seen jsonb)
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
    from owned where family not in (1, 4)
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
  ), captures as (
    insert into devices.capture (id, source_id, app_id, site_id, device_id, device_class, device_name, component, identifier, name, level,
      kind, sex, age, mask, glasses, colour, plate, quality, track, photo_file, params, at, key, "time", clock_off, received_at, late)
    select o.id, o.source_id, o.app_id, o.site_id, o.device_id, o.device_class, o.device_name, o.component, o.identifier, o.name, o.level,
      o.method, (o.seen ->> 'sex')::smallint, (o.seen ->> 'age')::smallint, (o.seen ->> 'mask')::boolean, (o.seen ->> 'glasses')::boolean,
      (o.seen ->> 'colour')::smallint, o.seen ->> 'plate', o.score, o.track, o.photo_file, o.params, o.at, decode(o.key, 'hex'), o."time",
      o.off, o.received_at, o.late
    from owned o where o.family = 4
    on conflict do nothing
    returning id
  ), fresh as (
    select o.* from owned o
    where o.id in (select id from events union all select id from passages union all select id from captures)
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
$function$;

CREATE OR REPLACE FUNCTION ingest.track_of(p_fact jsonb)
 RETURNS bytea
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  -- The key of the capture that began the track, within ten minutes: cameras count their tracks from the beginning after a restart.
  select c.key from devices.capture c
  where c.device_id = (p_fact ->> 'device_id')::bigint and c.track = p_fact ->> 'track'
    and c.at > to_timestamp((p_fact ->> 'at_ms')::float8 / 1000) - interval '10 minutes'
    and c.at < to_timestamp((p_fact ->> 'at_ms')::float8 / 1000) + interval '10 minutes'
    and c.key <> decode(p_fact ->> 'key', 'hex')
    and (select count(*) from devices.picture p where p.device_id = c.device_id and p.at = c.at and p.key = c.key) < 16
  order by c.at desc limit 1
$function$;

CREATE OR REPLACE FUNCTION ingest.join_capture(p_fact jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  g record;
  c devices.capture;
  fresh bigint;
begin
  select f.*, to_timestamp(f.at_ms / 1000) as at, decode(f.key, 'hex') as own into g
    from jsonb_to_record(p_fact) as f(id bigint, device_id bigint, track text, key text, at_ms float8, received_ms float8, score real,
      photo_file text, seen jsonb, params jsonb);
  select * into c from devices.capture d
    where d.device_id = g.device_id and d.track = g.track and d.key <> g.own
      and d.at > g.at - interval '10 minutes' and d.at < g.at + interval '10 minutes'
    order by d.at desc limit 1 for update;
  if not found then return; end if;
  -- Its further pictures are those of the capture that it joins.
  update devices.picture p set at = c.at, key = c.key, name = p.name || ':' || g.key
    where p.device_id = g.device_id and p.at = g.at and p.key = g.own;
  if g.photo_file is null then return; end if;
  -- The worse of the two pictures is kept beside the better one. Its name says which report it came with, so that the same one changes nothing.
  insert into devices.picture (id, source_id, app_id, device_id, at, key, name, family, file, received_at)
    values (g.id, c.source_id, c.app_id, c.device_id, c.at, c.key, 'shot:' || g.key, 4,
      case when c.photo_file is not null and coalesce(g.score, 0) > coalesce(c.quality, 0) then c.photo_file else g.photo_file end,
      to_timestamp(g.received_ms / 1000))
    on conflict (device_id, at, key, name) do nothing returning id into fresh;
  if fresh is null or coalesce(g.score, 0) <= coalesce(c.quality, 0) then return; end if;
  update devices.capture d set photo_file = g.photo_file, quality = g.score, params = g.params,
      sex = coalesce((g.seen ->> 'sex')::smallint, d.sex), age = coalesce((g.seen ->> 'age')::smallint, d.age),
      mask = coalesce((g.seen ->> 'mask')::boolean, d.mask), glasses = coalesce((g.seen ->> 'glasses')::boolean, d.glasses),
      colour = coalesce((g.seen ->> 'colour')::smallint, d.colour), plate = coalesce(g.seen ->> 'plate', d.plate)
    where d.at = c.at and d.device_id = c.device_id and d.key = c.key;
end $function$;

CREATE OR REPLACE FUNCTION ingest.store_captures(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  first jsonb;
  further jsonb;
  stored text;
begin
  -- What is seen again of a track that is stored, or comes before it in this batch, joins it: a line in the log, and no fact of its own.
  select jsonb_agg(s.fact order by s.no) filter (where not s.joins), jsonb_agg(s.fact order by s.no) filter (where s.joins)
    into first, further
  from (
    select g.fact, g.no, g.fact ->> 'track' is not null and (
      row_number() over (partition by g.fact ->> 'device_id', g.fact ->> 'track' order by g.no) > 1
      or ingest.track_of(g.fact) is not null) as joins
    from jsonb_array_elements(p_facts) with ordinality g(fact, no)
  ) s;
  stored := ingest.store_alarms(p_lane, coalesce(first, '[]'), p_states, p_frames || coalesce((
    select jsonb_agg(jsonb_build_object('id', g.fact -> 'id', 'device_id', g.fact -> 'device_id', 'kind', 7, 'identifier', g.fact -> 'identifier',
      'upstream', true, 'bytes', g.fact -> 'bytes', 'at_ms', g.fact -> 'received_ms')) from jsonb_array_elements(further) g(fact)), '[]'));
  perform ingest.join_capture(g.fact) from jsonb_array_elements(further) with ordinality g(fact, no) order by g.no;
  return stored;
end $function$;

grant execute on function ingest.store_captures to rt_ingest, rt_engine;
select facts.make_partitions('devices.capture');
