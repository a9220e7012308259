-- A rule that starts at no device has no class, and an action may be about no device.
alter table linkage.rule alter column device_class drop not null;
alter table linkage.run alter column device_class drop not null;
-- What an action waits for has one name, whoever carries it out.
update linkage.run set actions = (
  select jsonb_agg(case when a ? 'noticesId' then (a - 'noticesId') || jsonb_build_object('ref', a -> 'noticesId') else a end order by n)
  from jsonb_array_elements(actions) with ordinality as all_of(a, n))
  where actions @> '[{"identifier": "notify"}]';
