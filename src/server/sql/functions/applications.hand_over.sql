CREATE OR REPLACE FUNCTION applications.hand_over(p_app bigint, p_to bigint)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  update applications.application set source_id = p_to, transferred_at = now() where id = p_app;
  select applications.stamp(p_app);
$function$
;
