CREATE OR REPLACE FUNCTION callbacks.switch_off(p_app bigint, p_reason text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  update callbacks.callback set state = 0, disabled_reason = p_reason, rev = rev + 1 where app_id = p_app and state = 1;
$function$
;
