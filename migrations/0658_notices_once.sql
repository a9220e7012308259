-- The event of the outbox that asked for a notice: events are handled at least once, and people are told once.
alter table notices.notice add column asked_by bigint;
create index notice_asked on notices.notice (asked_by) where asked_by is not null;

-- The reason of a refused move is in the audit of its row and in the log; nothing reads it here.
alter table engine.refused_move drop column reason;
