-- Answers kept for a repeated request hold what is shown once: keys, device secrets, first passwords. They are kept sealed.
alter table engine.idempotency add column answer_sealed bytea;
delete from engine.idempotency;
alter table engine.idempotency drop column body;
