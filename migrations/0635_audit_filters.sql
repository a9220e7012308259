-- The page of the audit filters by who, by the kind of object and by the act, newest first.
create index entry_actor on audit.entry (actor_name, at desc, id desc);
create index entry_action on audit.entry (action, at desc, id desc);
create index entry_kind on audit.entry (object, at desc, id desc);
