CREATE OR REPLACE FUNCTION base.whole_app()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select current_setting('portico.whole_app', true) = 'on' $function$
;
