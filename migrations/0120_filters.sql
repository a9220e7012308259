-- Filters over facts that the tally does not know. What few facts carry gets a partial index; what is one of a few words
-- gets a block range index: a thousandth of a B-tree, next to nothing at every insert, and a word that nobody or hardly
-- anybody used is known without reading the others.

create index passage_reason on access.passage (app_id, reason, time desc) where reason is not null;
create index passage_card on access.passage (app_id, card_no, time desc) where card_no is not null;
create index passage_words on access.passage using brin
  (method int2_minmax_multi_ops, direction int2_minmax_multi_ops, person_type int2_minmax_multi_ops) with (pages_per_range = 16);

create index event_words on devices.event using brin (identifier text_bloom_ops, level int2_minmax_multi_ops) with (pages_per_range = 16);

create index frame_words on devices.frame using brin
  (kind int2_minmax_multi_ops, identifier text_bloom_ops, request_id text_bloom_ops) with (pages_per_range = 16);

-- With the scope inside, a device's or a person's facts are counted without reading them.
drop index access.passage_device;
create index passage_device on access.passage (device_id, time desc) include (app_id);
drop index access.passage_person;
create index passage_person on access.passage (person_id, time desc) include (app_id) where person_id is not null;

-- What lists of rows are sorted by.
create index person_name on people.person (app_id, name) where deleted_at is null;
create index device_activated on devices.device (activated_at desc) where deleted_at is null;
create index session_opened on devices.session (opened_at desc) where online;
create index delivery_time on applications.delivery (app_id, created_at desc);
