-- One form for each identity, beside the spelling that is shown: cards in capitals, without leading zeros; serial numbers in
-- capitals. Uniqueness, searching and decisions use it (src/base/identity.ts).

-- The spelling of a card that was given; devices are sent it, because they compare texts.
alter table people.card add column shown text;
update people.card set shown = card_no;
alter table people.card alter column shown set not null;

-- Where several people of an application have spellings of one card, it stays with whoever had it first. It is taken from the
-- others, whose records on devices follow, and the audit of the application says from whom, its last four characters and whose
-- it is. A person who has it twice keeps the spelling given first.
with same as (
  select id, app_id, source_id, person_id, shown,
    first_value(person_id) over ofCard as holder, row_number() over ofCard as place
  from people.card
  window ofCard as (partition by app_id, ltrim(upper(card_no), '0') order by created_at, id)
), gone as (
  delete from people.card c using same s where c.id = s.id and s.place > 1
  returning s.*
), lost as (
  select g.*, p.name, h.name as holder_name from gone g
  join people.person p on p.id = g.person_id join people.person h on h.id = g.holder
  where g.person_id <> g.holder
), told as (
  insert into audit.entry (id, actor_name, source_id, app_id, action, object, object_id, object_name, changes, reason)
  select id, 'system', source_id, app_id, 'edit', 'person', person_id::text, name,
    '{"cards": "•••"}',
    '尾号 ' || right(shown, 4) || ' 的卡与“' || holder_name || '”的是同一张，仅书写不同，已收回 / The card that ends in ' || right(shown, 4)
      || ' is that of "' || holder_name || '" in another spelling; withdrawn'
  from lost
)
insert into engine.outbox (id, type, key, app_id, payload)
select id, 'person.changed', person_id::text, app_id, jsonb_build_object('personId', person_id::text) from lost;

update people.card set card_no = ltrim(upper(card_no), '0') where card_no <> ltrim(upper(card_no), '0');

-- By its last four characters.
alter table people.card add column tail text generated always as (right(card_no, 4)) stored;
create index card_tail on people.card (app_id, tail);

-- Of devices whose serial numbers differ only in case, those stocked later are found by their exact spelling alone: a device
-- that is in use must be able to connect.
alter table devices.device add column sn_key text;
update devices.device d set sn_key = s.key
from (select id, upper(sn) || case when row_number() over (partition by upper(sn) order by id) > 1 then ' ' || id else '' end as key
  from devices.device) s
where s.id = d.id;
alter table devices.device alter column sn_key set not null;
create unique index device_sn_identity on devices.device (sn_key);
