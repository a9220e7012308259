CREATE OR REPLACE FUNCTION facts.make_ahead()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select facts.make_partitions('devices.event'), facts.make_partitions('devices.frame'), facts.make_partitions('devices.passage'),
    facts.make_partitions('devices.capture')
$function$
;
