-- A scan that is asked again takes no second use, for as long as its reader may still wait for the answer.
alter table codes.scan add column took_at timestamptz;

-- A personal code that is used also uses up the older ones of its holder.
create index code_person_shown on codes.code (person_id, valid_to) where kind = 2;
