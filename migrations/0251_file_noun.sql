-- A stored file belongs to the noun whose row holds it: who may read that noun may open it, besides the wall of the organisation.
alter table engine.file add column noun text;

-- Marks uploads of the caller as held by rows of a noun. Platform staff write such rows for others, and may not write files.
create function engine.hold_files(p_ids text[], p_noun text, p_owner bigint) returns void
language sql security definer set search_path = pg_catalog as $$
  update engine.file set noun = p_noun where id = any(p_ids) and noun is null and owner_id = p_owner
$$;
grant create on schema engine to rt_engine;
alter function engine.hold_files owner to rt_engine;
revoke create on schema engine from rt_engine;
revoke all on function engine.hold_files from public;
grant execute on function engine.hold_files to rt_engine, rt_platform, rt_source, rt_scope, rt_app;

-- What rows hold today.
update engine.file f set noun = h.noun from (
  select jsonb_array_elements_text(photos || result_photos) as id, 'ticket' as noun from service.ticket
  union all select jsonb_array_elements_text(license_img), 'agency' from organisation.agency
  union all select jsonb_array_elements_text(license_img), 'supplier' from organisation.supplier
  union all select jsonb_array_elements_text(pictures), 'advert' from content.advert
  union all select jsonb_array_elements_text(logo), 'brand' from identity.brand
  union all select (regexp_matches(ext::text, '"([A-Za-z0-9_-]{22})"', 'g'))[1], 'person' from people.person where ext <> '{}'
  union all select (regexp_matches(ext::text, '"([A-Za-z0-9_-]{22})"', 'g'))[1], 'organization' from people.organization where ext <> '{}'
) h where h.id = f.id and f.kind in ('image', 'document');
