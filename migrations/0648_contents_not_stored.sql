-- Commands of the sync engine stored the people, cards and documents that they delivered. Their content is read when it is
-- sent, and only its size and version remain; of answers that name members of sets, the number.
alter table devices.command add column carries smallint not null default 0;
-- The subjects whose contents it delivers, by their ids.
alter table devices.command add column subjects bigint[];

-- Those that are not over: what they carry is read when they are sent, and answers are forgotten once they are compared.
update devices.command c set carries = 1, subjects = f.subjects
from (select command_id, array_agg(subject_id) as subjects from sync.flight group by 1
  union all select command_id, null from sync.document where command_id is not null) f
where c.id = f.command_id;
update devices.command set carries = 2 where origin = 'sync' and origin_id = 'readBack' and carries = 0;

create function pg_temp.sized(p jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(e.key, case jsonb_typeof(e.value)
      when 'array' then coalesce(
        (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('code', case when jsonb_typeof(i) = 'object' then i -> 'code' end)))
          from jsonb_array_elements(e.value) i having bool_or(jsonb_typeof(i) = 'object' and i ? 'code')),
        jsonb_build_object('count', jsonb_array_length(e.value)))
      when 'object' then '{}'::jsonb
      else e.value end), '{}')
  from jsonb_each(case jsonb_typeof(p) when 'object' then p else '{}' end) e
$$;
update devices.command set params = pg_temp.sized(params)
where origin = 'sync' and pg_temp.sized(params) <> params;
-- An answer that is still to be handled is forgotten by who handles it.
update devices.command c set data = pg_temp.sized(data)
where c.origin = 'sync' and jsonb_typeof(data) = 'object' and pg_temp.sized(data) <> data
  and not exists (select from engine.outbox o
    where o.type = 'command.finished' and o.payload ->> 'commandId' = c.id::text);
update devices.frame f set content = case when f.upstream then jsonb_set(content, '{data}', pg_temp.sized(content -> 'data'))
    else pg_temp.sized(content) end
where f.request_id in (select c.id::text from devices.command c where c.origin = 'sync')
  and jsonb_typeof(content) = 'object' and (not f.upstream or jsonb_typeof(content -> 'data') = 'object');
