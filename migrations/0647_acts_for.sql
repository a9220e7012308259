-- A run of a rule has the points of one account: of who last saved the rule, or of who tests it. Null is the platform.
alter table linkage.run add column acts_for bigint;
update linkage.run r set acts_for = l.updated_by from linkage.rule l where l.id = r.linkage_id and r.state = 0;
