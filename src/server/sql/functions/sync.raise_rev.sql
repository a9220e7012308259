CREATE OR REPLACE FUNCTION sync.raise_rev()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.rev := old.rev + 1;
  return new;
end $function$
;
