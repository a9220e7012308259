-- What one person holds beyond their roles: a role of their own, which lists of roles do not show.
alter table identity.role add column personal_of bigint unique references identity.account;
