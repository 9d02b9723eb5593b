package load

import "strconv"

// Get appends a GET request. headers are whole lines, each with its end.
func Get(b []byte, path, host, headers string) []byte {
	b = append(append(b, "GET "...), path...)
	return append(head(b, host, headers), "\r\n"...)
}

// Send appends a request with a JSON body.
func Send(b []byte, method, path, host, headers string, body []byte) []byte {
	b = append(append(append(b, method...), ' '), path...)
	b = append(head(b, host, headers), "Content-Type: application/json\r\nContent-Length: "...)
	b = append(strconv.AppendInt(b, int64(len(body)), 10), "\r\n\r\n"...)
	return append(b, body...)
}

func head(b []byte, host, headers string) []byte {
	b = append(append(b, " HTTP/1.1\r\nHost: "...), host...)
	return append(append(b, "\r\n"...), headers...)
}
