-- Readings: what meters and batteries report, one row for each part and quarter hour.
create table devices.reading (
  device_id bigint not null,
  component text not null,
  -- The beginning of the quarter hour.
  quarter timestamptz not null,
  source_id bigint not null,
  app_id bigint,
  -- By property: lowest, highest, last value, and the time of the last one in ms.
  vals jsonb not null,
  primary key (device_id, component, quarter)
);
create index reading_quarter on devices.reading (quarter);
create index reading_app on devices.reading (app_id);
create index reading_source on devices.reading (source_id);
select base.protect('devices.reading');

-- Two sets of readings of one quarter hour as one.
create function devices.join_readings(one jsonb, other jsonb) returns jsonb language sql immutable parallel safe
  set search_path = pg_catalog as $$
  select one || coalesce((select jsonb_object_agg(key, case when one ? key then jsonb_build_array(
      least((one -> key ->> 0)::numeric, (value ->> 0)::numeric),
      greatest((one -> key ->> 1)::numeric, (value ->> 1)::numeric),
      case when (one -> key ->> 3)::bigint > (value ->> 3)::bigint then one -> key -> 2 else value -> 2 end,
      greatest((one -> key ->> 3)::bigint, (value ->> 3)::bigint)) else value end)
    from jsonb_each(other)), '{}') $$;
