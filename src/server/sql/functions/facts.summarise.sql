CREATE OR REPLACE FUNCTION facts.summarise(most integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
 SET lock_timeout TO '100ms'
AS $function$
declare
  found record;
  ranges bigint;
  rest bigint := most;
begin
  delete from facts.summarised s where not exists (select 1 from pg_class c where c.oid = to_regclass('facts.' || quote_ident(s.index)));
  for found in
    select t.relname as partition, i.relname as index, i.oid::regclass as name, f.file, r.pages,
      coalesce(s.until_block, 0) as begins, pg_relation_size(t.oid) / current_setting('block_size')::bigint / r.pages * r.pages as ends
    from pg_class i
      join pg_am a on a.oid = i.relam and a.amname = 'brin'
      join pg_index x on x.indexrelid = i.oid
      join pg_class t on t.oid = x.indrelid
      cross join lateral (select coalesce((select option_value::bigint from pg_options_to_table(i.reloptions) where option_name = 'pages_per_range'), 128) as pages) r
      cross join lateral (select concat((pg_control_system()).system_identifier, '/', pg_relation_filenode(i.oid)) as file) f
      left join facts.summarised s on s.partition = t.relname and s.index = i.relname and s.file = f.file
    where i.relkind = 'i' and t.relnamespace = 'facts'::regnamespace
    order by t.relname desc, i.relname
  loop
    ranges := least(rest, (found.ends - found.begins) / found.pages);
    continue when ranges <= 0;
    begin
      for range in 0 .. ranges - 1 loop
        perform brin_desummarize_range(found.name, found.begins + range * found.pages),
          brin_summarize_range(found.name, found.begins + range * found.pages);
      end loop;
    exception when lock_not_available then
      continue;
    end;
    insert into facts.summarised (partition, index, file, until_block)
      values (found.partition, found.index, found.file, found.begins + ranges * found.pages)
      on conflict (partition, index) do update set file = excluded.file, until_block = excluded.until_block;
    rest := rest - ranges;
    if rest = 0 then return true; end if;
  end loop;
  return false;
end $function$
;
