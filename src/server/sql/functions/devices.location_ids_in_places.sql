CREATE OR REPLACE FUNCTION devices.location_ids_in_places()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ with recursive up as (
      select l.id, l.parent_id from applications.location l
      where l.app_id = (select base.app_id()) and ((select base.whole_app()) or l.site_id = any((select base.site_ids())::bigint[])
        or l.id in (select d.location_id from devices.device d where d.id = any((select devices.ids_in_places())::bigint[])))
      union select p.id, p.parent_id from applications.location p join up on p.id = up.parent_id)
    select coalesce(array_agg(id), '{}') from up $function$
;
