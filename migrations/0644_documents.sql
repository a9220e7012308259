-- The kind of identity document: 1 is the identity card, which all were so far.
alter table people.person add column id_type smallint not null default 1;

-- Keyed digests of the last four characters, by which people are looked for. Rows of earlier versions get them once the
-- server runs, because only it has the key.
alter table people.person add column phone_tail bytea, add column id_card_tail bytea;
create index person_phone_tail on people.person (app_id, phone_tail);
create index person_id_card_tail on people.person (app_id, id_card_tail);
create index person_without_tail on people.person (id)
  where (phone_sealed is not null and phone_tail is null) or (id_card_sealed is not null and id_card_tail is null);
