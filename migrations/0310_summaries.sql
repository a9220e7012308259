-- Block range indexes of facts, kept whole. PostgreSQL summarises ranges while it vacuums, and a vacuum that is cancelled
-- leaves a placeholder that matches every search and is never looked at again: a rare word then reads the whole range.
-- So each range that is full is summarised anew once, and how far that came is recorded.

create table facts.summarised (
  partition text not null,
  index text not null,
  -- The cluster and the index's file in it: another file is another index (restored, rebuilt), and begins from its first block.
  file text not null,
  until_block bigint not null,
  primary key (partition, index)
);
select base.protect('facts.summarised', true);

-- Summarises up to `most` ranges of one index that has full ranges to do; whether there are more.
-- Its lock stands against vacuum's: it waits less long for it than PostgreSQL takes to cancel a vacuum (deadlock_timeout).
create function facts.summarise(most int) returns boolean
language plpgsql security definer set search_path = pg_catalog set lock_timeout = '100ms' as $$
declare
  found record;
  done bigint;
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
    continue when found.begins >= found.ends;
    done := least(found.ends, found.begins + most * found.pages);
    begin
      for block in 0 .. (done - found.begins) / found.pages - 1 loop
        perform brin_desummarize_range(found.name, found.begins + block * found.pages),
          brin_summarize_range(found.name, found.begins + block * found.pages);
      end loop;
    exception when lock_not_available then
      continue;
    end;
    insert into facts.summarised (partition, index, file, until_block) values (found.partition, found.index, found.file, done)
      on conflict (partition, index) do update set file = excluded.file, until_block = excluded.until_block;
    return true;
  end loop;
  return false;
end $$;
revoke all on function facts.summarise from public;
grant execute on function facts.summarise to rt_engine;
