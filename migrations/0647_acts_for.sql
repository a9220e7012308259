-- A run of a rule has the points of one account: of who last saved the rule, or of who tests it. Null is the platform.
alter table linkage.run add column acts_for bigint;
update linkage.run r set acts_for = l.updated_by from linkage.rule l where l.id = r.linkage_id and r.state = 0;

-- Until when a command lets everybody pass: the platform ends that too, also when the device was away at that time.
alter table devices.command add column held_until timestamptz;
create index command_held on devices.command (held_until) where held_until is not null;
