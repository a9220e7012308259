CREATE OR REPLACE FUNCTION identity.give_user_code()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
begin
  -- A restored row has its code.
  if new.user_code is null and new.main then
    select o.code into new.user_code from identity.organisation o
      where o.id = new.source_id and not exists (select from identity.account a where a.user_code = o.code and a.deleted_at is null);
  end if;
  new.user_code := coalesce(new.user_code, 'u' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 15));
  return new;
end $function$
;
