CREATE OR REPLACE FUNCTION base.protect(target regclass, p_engine_only boolean DEFAULT false)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform base.protect_tables(target, p_engine_only);
  if not p_engine_only then
    perform base.protect_scope(target);
    perform base.protect_apps(target);
    perform base.protect_places(target);
  end if;
end $function$
;
