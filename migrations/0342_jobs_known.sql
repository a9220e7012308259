-- A job always says whose it is, on which noun it works and what it is called: where rows of before lack it, that is written as unknown.
update engine.job set noun = coalesce(noun, ''), title = coalesce(title, ''), source_id = coalesce(source_id, 0), user_id = coalesce(user_id, 0)
  where noun is null or title is null or source_id is null or user_id is null;
alter table engine.job alter column noun set not null, alter column title set not null,
  alter column source_id set not null, alter column user_id set not null;
