CREATE OR REPLACE FUNCTION engine.own_removals(p_user bigint, p_now timestamp with time zone, p_nouns text[], p_most integer)
 RETURNS TABLE(together text, noun text, app_id bigint, ids text[], removed_at timestamp with time zone, until timestamp with time zone, first text, name_sealed bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select r.together, r.noun, r.app_id, array_agg(r.row_id::text order by r.id), max(r.removed_at), min(r.until),
    (array_agg(r.id::text order by r.id))[1], (array_agg(r.name_sealed order by r.id))[1]
  from engine.removal r where r.user_id = p_user and r.until > p_now and r.noun = any(p_nouns)
  group by r.together, r.noun, r.app_id order by max(r.id) desc limit p_most
$function$
;
