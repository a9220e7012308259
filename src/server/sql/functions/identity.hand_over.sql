CREATE OR REPLACE FUNCTION identity.hand_over(p_app bigint, p_to bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  delete from identity.account_app x using identity.account a, identity.organisation o
    where x.app_id = p_app and a.id = x.account_id and not a.machine and a.source_id <> p_to and o.id = a.source_id and o.kind <> 0;
  update identity.account a set source_id = p_to from identity.api_key k where k.id = a.id and k.app_id = p_app;
  update identity.api_key set secret_hash = sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')),
    old_secret_hash = null, old_secret_until = null, rev = rev + 1 where app_id = p_app;
  update identity.session s set revoked_at = coalesce(revoked_at, now()), revoke_reason = coalesce(revoke_reason, 'transferred'),
    source_id = p_to from identity.api_key k where k.app_id = p_app and s.account_id = k.id;
$function$
;
