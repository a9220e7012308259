-- What has served its time goes: months of facts as whole partitions, pictures and rows in batches.

-- Pictures are found by when they came, and by their key when somebody looks at one.
create index passage_photo_due on access.passage (received_at) where photo_file is not null;
create index passage_photo on access.passage (photo_file) where photo_file is not null;
create index person_portrait on people.person (portrait_file) where portrait_file is not null;
create index file_portrait on engine.file (created_at) where kind = 'portrait';

-- Drops the months of facts that ended before `cut`, and with them what was stated for odd times and came before it.
-- Acts for the owner; never drops what is younger than 180 days. `approx` is what the planner knew of their rows.
create function facts.drop_before(cut timestamptz) returns table (parent text, part text, approx bigint)
language plpgsql security definer set search_path = pg_catalog as $$
declare
  found record;
  ended timestamptz;
  removed bigint;
begin
  if cut > now() - interval '180 days' then raise exception 'facts are kept for 180 days'; end if;
  for found in
    select i.inhparent::regclass::text as parent, c.relname, c.reltuples, pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('devices.event'::regclass, 'devices.frame'::regclass, 'access.passage'::regclass) and c.relkind = 'r'
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
    execute format('drop table facts.%I', found.relname);
    return next;
  end loop;
end $$;
revoke all on function facts.drop_before from public;
grant execute on function facts.drop_before to rt_engine;
