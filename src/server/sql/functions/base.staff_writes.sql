CREATE OR REPLACE FUNCTION base.staff_writes(target regclass)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('grant insert, update, delete on %s to rt_platform, rt_scope', target);
  execute format('create policy staff on %s to rt_platform using (true) with check (true)', target);
end $function$
;
