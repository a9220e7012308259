CREATE OR REPLACE FUNCTION service.hand_over(p_app bigint, p_to bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  update service.ticket_step s set source_id = p_to from service.ticket t where t.id = s.ticket_id and t.app_id = p_app;
$function$
;
