CREATE OR REPLACE FUNCTION engine.take_removal(p_noun text, p_row bigint, p_user bigint, p_now timestamp with time zone)
 RETURNS TABLE(id bigint, kept_sealed bytea)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  delete from engine.removal r where r.id = (
    select l.id from engine.removal l where l.noun = p_noun and l.row_id = p_row and l.user_id = p_user and l.until > p_now
    order by l.id desc limit 1 for update)
  returning r.id, r.kept_sealed
$function$
;
