CREATE OR REPLACE FUNCTION engine.hold_files(p_ids text[], p_noun text, p_owner bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  update engine.file set noun = p_noun
  where id = any(p_ids) and noun is null and owner_id = p_owner and kind <> 'portrait'
$function$
;
