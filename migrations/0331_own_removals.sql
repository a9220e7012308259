-- What somebody removed and can still undo, of these nouns: callers need no more of the engine's table than their own acts.
create function engine.own_removals(p_user bigint, p_now timestamptz, p_nouns text[], p_most int)
returns table (together text, noun text, app_id bigint, ids text[], removed_at timestamptz, until timestamptz, first text,
  name_sealed bytea)
language sql stable security definer set search_path = pg_catalog as $$
  select r.together, r.noun, r.app_id, array_agg(r.row_id::text order by r.id), max(r.removed_at), min(r.until),
    (array_agg(r.id::text order by r.id))[1], (array_agg(r.name_sealed order by r.id))[1]
  from engine.removal r where r.user_id = p_user and r.until > p_now and r.noun = any(p_nouns)
  group by r.together, r.noun, r.app_id order by max(r.id) desc limit p_most
$$;
grant create on schema engine to rt_engine;
alter function engine.own_removals owner to rt_engine;
revoke create on schema engine from rt_engine;
revoke all on function engine.own_removals from public;
grant execute on function engine.own_removals to rt_engine, rt_platform, rt_source;
