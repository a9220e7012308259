CREATE OR REPLACE FUNCTION facts.drop_before(cut timestamp with time zone)
 RETURNS TABLE(parent text, part text, approx bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  found record;
  ended timestamptz;
  removed bigint;
begin
  if cut > now() - interval '180 days' then raise exception 'facts are kept for 180 days'; end if;
  for found in
    select i.inhparent::regclass::text as parent, c.relname, c.reltuples, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('devices.event'::regclass, 'devices.frame'::regclass, 'devices.passage'::regclass, 'devices.capture'::regclass) and c.relkind = 'r'
  loop
    parent := found.parent;
    part := found.relname;
    if found.bound = 'DEFAULT' then
      if found.parent = 'devices.frame' then
        execute format('delete from facts.%I where at < %L', found.relname, cut);
      else
        execute format('delete from facts.%I where time < %L and received_at < %L', found.relname, cut, cut);
      end if;
      get diagnostics removed = row_count;
      approx := removed;
      if removed > 0 then return next; end if;
      continue;
    end if;
    ended := substring(found.bound from 'TO \(''([^'']+)''\)')::timestamptz;
    if ended > cut then continue; end if;
    approx := greatest(found.reltuples, 0)::bigint;
    if found.parent <> 'devices.frame' then
      execute format('create temp table kept on commit drop as select * from facts.%I where time >= %L', found.relname, cut);
    end if;
    execute format('drop table facts.%I', found.relname);
    if found.parent <> 'devices.frame' then
      execute format('insert into %s select * from kept', found.parent);
      drop table pg_temp.kept;
    end if;
    return next;
  end loop;
end $function$
;
