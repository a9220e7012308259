-- A portrait is of a person and nothing else: no other row holds one, whoever uploaded it or had it taken at a device.
create or replace function engine.hold_files(p_ids text[], p_noun text, p_owner bigint) returns void
language sql security definer set search_path = pg_catalog as $$
  update engine.file set noun = p_noun
  where id = any(p_ids) and noun is null and owner_id = p_owner and kind <> 'portrait'
$$;
