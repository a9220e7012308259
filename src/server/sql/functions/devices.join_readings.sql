CREATE OR REPLACE FUNCTION devices.join_readings(one jsonb, other jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog'
AS $function$
  select one || coalesce((select jsonb_object_agg(key, case when one ? key then jsonb_build_array(
      least((one -> key ->> 0)::numeric, (value ->> 0)::numeric),
      greatest((one -> key ->> 1)::numeric, (value ->> 1)::numeric),
      case when (one -> key ->> 3)::bigint > (value ->> 3)::bigint then one -> key -> 2 else value -> 2 end,
      greatest((one -> key ->> 3)::bigint, (value ->> 3)::bigint)) else value end)
    from jsonb_each(other)), '{}') $function$
;
