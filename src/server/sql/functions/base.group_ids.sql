CREATE OR REPLACE FUNCTION base.group_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select string_to_array(nullif(current_setting('portico.group_ids', true), ''), ',')::bigint[] $function$
;
