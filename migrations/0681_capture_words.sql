-- Filters over captures that the tally does not know: a word that hardly any capture has is known without reading the others.
create index capture_words on devices.capture using brin
  (device_class text_bloom_ops, kind int2_minmax_multi_ops, sex int2_minmax_multi_ops, age int2_minmax_multi_ops,
    colour int2_minmax_multi_ops) with (pages_per_range = 16);

-- They write facts, and only the roles of the lanes may call them.
revoke all on function ingest.store_captures, ingest.join_capture, ingest.track_of from public;
