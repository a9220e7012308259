-- One run of a rule for one fact, however often the fact is told.
create unique index linkage_run_once on devices.linkage_run (linkage_id, fact_id) where fact_id is not null;
-- Runs that act on a class of devices: its "records" page.
create index linkage_run_actions on devices.linkage_run using gin (actions jsonb_path_ops);
